export default {
  entry: './program.js',
  target: 'node20',
  output: { filename: 'webpack.cjs', chunkFormat: 'commonjs' },
};

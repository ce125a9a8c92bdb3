import CopyPlugin from 'copy-webpack-plugin';
import HtmlPlugin from 'html-webpack-plugin';

export default {
  entry: './main.js',
  plugins: [
    new HtmlPlugin({ template: 'index.html' }),
    new CopyPlugin({ patterns: [{ from: 'public' }] }),
  ],
  // The sizes of modules of WebAssembly are known.
  performance: { hints: false },
};

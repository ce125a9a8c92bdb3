// onnxruntime-web by its wasm entry, on one thread.
import { encoderModel, generatorModel, maskedEncoderModel, networkModel } from './onnx-graphs.mjs';

/**
 * Starts network R. `module` is the address of the runtime, `form` how the
 * graphs are written (onnx-graphs.mjs), `asUsed` whether the generator and the
 * encoder are to run apart, the encoder then on a mask if `masked`, else on the
 * words it reads alone.
 */
export async function open({ weights, module, form, asUsed = false, masked = false }) {
  const ort = await import(module);
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const { hidden } = weights;
  const session = (model) =>
    ort.InferenceSession.create(model, {
      executionProviders: ['wasm'],
      graphOptimizationLevel: 'all',
    });
  const words = (rows) =>
    new ort.Tensor('float32', rows, [Math.floor(rows.length / hidden), hidden]);

  if (!asUsed) {
    const network = await session(networkModel(weights, form));
    return {
      async run(input) {
        const { probabilities, ratings } = await network.run({ words: words(input) });
        return { probabilities: probabilities.data, ratings: ratings.data };
      },
      close: () => network.release(),
    };
  }

  const generator = await session(generatorModel(weights, form));
  const encoder = await session(
    masked ? maskedEncoderModel(weights, form) : encoderModel(weights, form),
  );
  return {
    generate: async (input) => (await generator.run({ words: words(input) })).probabilities.data,
    async encode(input, mask) {
      const inputs = { words: words(input) };
      if (masked) inputs.mask = new ort.Tensor('float32', mask, [mask.length, 1]);
      return (await encoder.run(inputs)).ratings.data;
    },
    async close() {
      await generator.release();
      await encoder.release();
    },
  };
}

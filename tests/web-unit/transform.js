// Jest's way from a module of web/ to one that Node runs: types go, nothing else changes.
// Whether they are right is for `tsc --project web` to say.
import typescript from 'typescript';

export default {
  process(source, fileName) {
    const { outputText } = typescript.transpileModule(source, {
      fileName,
      compilerOptions: {
        target: typescript.ScriptTarget.ES2022,
        module: typescript.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
        inlineSourceMap: true,
      },
    });
    return { code: outputText };
  },
};

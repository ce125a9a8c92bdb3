import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default defineConfig(
  {
    ignores: [
      ...['build/', 'runs/', 'wasm/dist/', 'web/dist/', 'test-results/', 'playwright-report/'],
      // What the examples build.
      'examples/*/{dist,build,public,static,.next,.nuxt,.output,.svelte-kit,.parcel-cache}/',
    ],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [js.configs.recommended],
    languageOptions: { globals: globals.node },
    rules: { eqeqeq: 'error', 'prefer-const': 'error' },
  },
  {
    // Runs in browsers as well.
    files: ['tests/bench/{questions,web}/**/*.mjs', 'tests/{firefox,soak}/*.mjs'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['web/public/**/*.js', 'web/offline/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } },
  },
  {
    files: ['examples/**/*.js'],
    languageOptions: { globals: { ...globals.browser, defineNuxtConfig: 'readonly' } },
  },
  {
    files: ['examples/nuxt/server/**/*.js'],
    languageOptions: { globals: { defineEventHandler: 'readonly', getQuery: 'readonly' } },
  },
  {
    files: ['**/*.ts'],
    extends: [
      js.configs.recommended,
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: 'error',
      // A number in a template string is what it looks like.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `{ text, ...rest }` is how an object without `text` is made.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // An aborted call rejects with `signal.reason`, which may be anything.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // `async` turns what is thrown into a rejection, with or without `await`.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      // The element of an array at an index that the loop bounds.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Callers in plain JavaScript and older engines do not keep every promise
    // that the types make, so the package looks for itself.
    files: ['wasm/src/**/*.ts'],
    rules: { '@typescript-eslint/no-unnecessary-condition': 'off' },
  },
);

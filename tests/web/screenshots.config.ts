// `npm run screenshots`: takes the pictures of docs/images from the built page.
import base from './playwright.config';

const { launchOptions } = base.use ?? {};

export default {
  ...base,
  testMatch: 'screenshots.ts',
  workers: 1,
  use: {
    ...base.use,
    launchOptions: {
      ...launchOptions,
      // Letters in shades of one colour make smaller files.
      args: [...(launchOptions?.args ?? []), '--disable-lcd-text'],
    },
  },
};

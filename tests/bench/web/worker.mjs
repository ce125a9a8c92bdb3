// Performs the tasks it is sent, off the page's thread.
import { perform } from './tasks.mjs';

addEventListener('message', ({ data }) => {
  perform(data).then(
    (result) => postMessage({ result }),
    (error) => postMessage({ error: error.stack }),
  );
});

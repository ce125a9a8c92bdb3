/**
 * Lets whatever else waits for this thread come first. Unlike a timer, a message is
 * not held up when many follow each other.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

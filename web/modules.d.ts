// What Vite makes of files that are not code.
declare module '*.html?raw' {
  const markup: string;
  export default markup;
}
declare module '*.css';

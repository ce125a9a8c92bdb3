// The types of files that are not code, as Vite imports them.
declare module '*.html?raw' {
  const markup: string;
  export default markup;
}
declare module '*.css';
declare module '*.css?inline' {
  const styles: string;
  export default styles;
}

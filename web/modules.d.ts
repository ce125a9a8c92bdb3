// The types of files that are not code, as Vite imports them.
declare module '*?worker&url' {
  const address: string;
  export default address;
}
declare module '*.css';
declare module '*.css?inline' {
  const styles: string;
  export default styles;
}

interface ImportMetaEnv {
  /** Of the project; '' while it has none. */
  readonly SOURCE_ADDRESS: string;
}

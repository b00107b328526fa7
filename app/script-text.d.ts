/** A file as the text of an inline script (vite.config.ts). */
declare module '*?script' {
  const code: string
  export default code
}

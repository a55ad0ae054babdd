declare module 'virtual:icons' {
  /** The addresses of the SVG files with pictures, each with the names in it. */
  export const sheets: Record<string, string>
}

declare module 'virtual:icons' {
  /** The address of the SVG file with all pictures. */
  export const sheet: string
  export const names: string[]
}

import 'svelte/elements'

declare module 'svelte/elements' {
  interface AriaAttributes {
    /** Of ARIA 1.3: what a thing does, read after what it is. */
    'aria-description'?: string | undefined | null
  }
}

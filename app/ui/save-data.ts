declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Whether the visitor has asked the browser to save data. */
export const SAVES_DATA = navigator.connection?.saveData === true

/** When a link prefetches its page: on hover or focus, never while data is saved. */
export const INTENT = SAVES_DATA ? 'none' : 'intent'

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Whether the browser is told to load as little as it can. */
export const SAVES_DATA = navigator.connection?.saveData === true

/** When a link fetches its page ahead: at the first sign that it will be followed, unless data is dear. */
export const INTENT = SAVES_DATA ? 'none' : 'intent'

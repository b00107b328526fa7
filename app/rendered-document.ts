import { createContext } from 'react-router'

export type RenderedDocument = {
  /** Its bytes, one piece after the other. Some stand in other documents too and must not be changed. */
  pieces: readonly Buffer[]
  /** What its inline scripts and styles hold, for the Content-Security-Policy. */
  scripts: readonly string[]
  styles: readonly string[]
}

/** Where the rendering of a page leaves the whole document, so that it need not go through a stream. */
export const renderedDocument = createContext<{ made: RenderedDocument | null }>()

import { createContext } from 'react-router'

/** Where the rendering of a page leaves the whole document, so that it need not go through a stream. */
export const renderedDocument = createContext<{ pieces: readonly Buffer[] | null }>()

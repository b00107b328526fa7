import { createContext, type ReactNode } from 'react'

/**
 * The dialog that may lie over the next one. `Dialog` renders it inside itself, so that focus, Escape and presses outside
 * belong to the topmost alone. In a file of its own: the code of `Dialog` loads only with the first one.
 */
export const DialogAbove = createContext<ReactNode>(null)

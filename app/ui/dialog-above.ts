import { createContext, type ReactNode } from 'react'

/**
 * The dialog above the present one. `Dialog` renders it inside itself, so that focus, Escape and presses outside belong
 * to the topmost alone. A file of its own, because the code of `Dialog` loads with the first dialog only.
 */
export const DialogAbove = createContext<ReactNode>(null)

import { createContext } from 'react'

/** Whether the panel is the owner's. A person who packs sees no link out of packing. */
export const IsOwner = createContext(true)

import { createContext } from 'react'

/** Whether the panel is the owner's. A person who packs sees nothing that leads out of packing. */
export const OwnersPanel = createContext(true)

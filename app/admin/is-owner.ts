import { createContext } from 'react'

/** Whether the panel is the owner's. Invited people see no link out of their part, and no act that is not theirs. */
export const IsOwner = createContext(true)

import { createContext } from 'react-router'
import type { Services } from '#domain/services.ts'

/** What loaders and actions reach the shop through: `context.get(servicesContext)`. */
export const servicesContext = createContext<Services>()

/** The version of this build's code. A public page returns it as `build`, so that a browser with older code notices. */
export const buildVersion = createContext<string>()

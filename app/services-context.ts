import { createContext } from 'react-router'
import type { Services } from '#domain/services.ts'

/** Gives loaders and actions the shop's services: `context.get(servicesContext)`. */
export const servicesContext = createContext<Services>()

/** The client's network address, for the limits of an action. */
export const clientAddressContext = createContext<string>()

/** The version of this build. A public page returns it as `build`, so that a browser with older code can reload. */
export const buildVersion = createContext<string>()

import { createContext } from 'react-router'
import type { Services } from '#domain/services.ts'

/** What loaders and actions reach the shop through: `context.get(servicesContext)`. */
export const servicesContext = createContext<Services>()

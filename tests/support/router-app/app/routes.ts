import { type RouteConfig, route } from '@react-router/dev/routes'

// Under an address of the shop that is made for one visitor.
export default [route('panel-klienta', 'forms.tsx')] satisfies RouteConfig

import { type RouteConfig, route } from '@react-router/dev/routes'

// At an address of the shop whose pages are rendered for one visitor.
export default [route('panel-klienta', 'forms.tsx')] satisfies RouteConfig

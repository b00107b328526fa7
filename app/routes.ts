import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL of the pages; the only place where Polish paths meet English file names. */
export default [
  layout('storefront/layout.tsx', [
    index('storefront/home/home.tsx'),
    route('sklep', 'storefront/shop/shop.tsx'),
    route('produkt/:slug', 'storefront/product/product.tsx'),
    route('regulamin', 'legal/terms.tsx'),
    route('polityka-prywatnosci', 'legal/privacy.tsx'),
  ]),
  route('panel-klienta', 'panel/panel.tsx'),
  route('admin', 'admin/admin.tsx'),
  route('*', 'storefront/not-found.tsx'),
] satisfies RouteConfig

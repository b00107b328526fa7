import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL of the pages; the only place where Polish paths meet English file names. */
export default [
  route('robots.txt', 'seo/robots.ts'),
  route('sitemap.xml', 'seo/sitemap.ts'),
  layout('shell/layout.tsx', [
    index('home/home.tsx'),
    route('sklep', 'shop/shop.tsx'),
    route('produkt/:slug', 'product/product.tsx'),
    route('regulamin', 'legal/terms.tsx'),
    route('polityka-prywatnosci', 'legal/privacy.tsx'),
    route('panel-klienta', 'account/panel.tsx'),
    route('payment-success', 'payment-result/success.tsx'),
    route('payment-cancel', 'payment-result/cancel.tsx'),
    route('zamowienie', 'order-link/order-page.tsx'),
    route('nowe-haslo', 'account/new-password.tsx'),
    route('logowanie', 'account/login-by-link.tsx'),
    route('logowanie/google', 'account/return-from-google.tsx'),
    route('potwierdz-email', 'account/verify-email.tsx'),
    route('*', 'not-found.tsx'),
  ]),
  route('admin', 'admin/layout.tsx', [
    index('admin/overview/overview.tsx'),
    route('produkty/arkusz', 'admin/product-sheet/product-sheet.tsx'),
    route('marki', 'admin/brands/brands.tsx'),
    route('produkty', 'admin/products/products.tsx'),
    route('przesylki', 'admin/shipments/shipments.tsx'),
    route('zamowienia', 'admin/orders/orders.tsx'),
    route('zamowienia/:id', 'admin/orders/order.tsx'),
    route('liczby', 'admin/figures/figures.tsx'),
    route('pakowanie', 'admin/packing/packing.tsx'),
    route('pakowanie/lista', 'admin/packing/picking-list.tsx'),
    route('pakowanie/paczka/:id', 'admin/packing/packing-slip.tsx'),
    route('wiadomosci', 'admin/mails/mails.tsx'),
    route('powiadomienia', 'admin/notifications/notifications.tsx'),
    route('dziennik', 'admin/log/log.tsx'),
  ]),
] satisfies RouteConfig

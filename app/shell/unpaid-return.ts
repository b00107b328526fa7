import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readStored } from '#app/browser-storage.ts'

/**
 * Sees to it that whoever is back from the payment page without having paid has the cart again: on any page, in any tab, also
 * when Back wakes a page as it was. The result pages tell and do it themselves.
 */
export function useUnpaidReturn(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    function check() {
      if (pathname.startsWith('/payment-') || readStored('unpaid_orders') === null) return
      import('#app/checkout/unpaid-orders.ts').then((code) => code.checkUnpaidOrders()).catch(console.warn)
    }
    check()
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && check()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [pathname])
}

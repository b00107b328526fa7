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
    const check = () => {
      if (readStored('unpaid_orders') && !pathname.startsWith('/payment-'))
        import('#app/checkout/unpaid/unpaid-orders.ts').then((code) => code.checkUnpaidOrders()).catch(console.warn)
    }
    check()
    window.addEventListener('pageshow', check)
    return () => window.removeEventListener('pageshow', check)
  }, [pathname])
}

import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readStored } from '#app/browser-storage.ts'

/**
 * Gives the cart back to a buyer who returns from the payment page without having paid: on any page, in any tab, also
 * from the back/forward cache. The result pages do so themselves.
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

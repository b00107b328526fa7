import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'

type SampleCodeFieldProps = {
  code: AdminOrderPage['sample_code']
  ends: boolean
  onChange: (ends: boolean) => void
}

/** What happens to the code that was given for samples of an order whose money goes back; nothing without one. */
export function SampleCodeField({ code, ends, onChange }: SampleCodeFieldProps) {
  if (code === null || (!code.active && code.orders.length === 0)) return null
  if (code.orders.length > 0) {
    return (
      <p className="rounded-lg bg-wine-tint px-3 py-2 text-sm">
        {`Kod ${code.code} za próbki z tego zamówienia jest użyty w zamówieniu ${code.orders.join(', ')}: zdjął ${formatGrosze(code.used_grosze)}. Za próbki oddaj o tyle mniej.`}
      </p>
    )
  }
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="size-5 accent-wine"
        checked={ends}
        onChange={(event) => onChange(event.target.checked)}
      />
      {`Zakończ kod ${code.code}, dany za próbki z tego zamówienia`}
    </label>
  )
}

import marks from './payment-marks.svg?no-inline'

/** The logos of the payment methods, drawn for this shop: BLIK, VISA and Mastercard, each on a small white card. */
export function PaymentMarks({ className }: { className?: string }) {
  return <img src={marks} alt="BLIK, VISA, Mastercard" width={132} height={26} loading="lazy" className={className} />
}

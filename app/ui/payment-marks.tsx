/** What can be paid with, in drawings of our own: BLIK, VISA and Mastercard, each on a small white card. */
export function PaymentMarks({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 132 26"
      width="132"
      height="26"
      role="img"
      aria-label="BLIK, VISA, Mastercard"
      fill="none"
      className={className}
    >
      <path
        fill="#fff"
        stroke="#fff"
        strokeWidth="8"
        strokeLinejoin="round"
        d="M4 4h32v18H4zM50 4h32v18H50zM96 4h32v18H96z"
      />
      <g strokeWidth="2.4" strokeLinejoin="bevel">
        <path
          stroke="#000"
          d="M7.2 8v10h3.3a2.7 2.7 0 0 0 0-5.4H7.2h2.8a2.3 2.3 0 0 0 0-4.6zM16.6 7v11M24.5 11.4v6.6M29 7v11m5.2-7-4.6 3.6 4.8 3.6"
        />
        <path
          stroke="#1a1f71"
          d="M54 8l2.6 9.2L61 8m4.5 0-2 10m8.3-8.6c-1.2-.9-4.3-1-4.5.9-.2 2.1 3.7 1.9 3.5 4.3-.2 2.7-3.6 2.9-5.3 1.6M73 18l4.9-9.2L79.6 18m-5-2.7h4.6"
        />
      </g>
      <circle cx="24.5" cy="7.9" r="1.9" fill="#e4002b" />
      <circle cx="107.5" cy="13" r="7.5" fill="#eb001b" />
      <circle cx="116.5" cy="13" r="7.5" fill="#f79e1b" />
      <path fill="#ff5f00" d="M112 7a7.5 7.5 0 0 1 0 12 7.5 7.5 0 0 1 0-12z" />
    </svg>
  )
}

/** Style of the payment page, different from the shop's. */
export const PAYMENT_STYLE = `
:root { color-scheme: light; --ink: #1d2433; --soft: #525c70; --line: #cfd5e1; --field: #8a94a8; --paper: #ffffff;
  --back: #f2f4f8; --accent: #24458f; --accent-dark: #1a3269; --bad: #8a1f2b; --bad-back: #fbeaec; --bank: #fff6df;
  --bank-line: #e3c98b; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible { outline: 3px solid var(--accent);
  outline-offset: 2px; }
.rehearsal { margin: 0; padding: 10px 16px; background: #3b2f07; color: #fff3cf; text-align: center; font-size: 15px; }
.rehearsal strong { color: #ffffff; }
.frame { max-width: 1040px; margin: 0 auto; padding: 20px 16px 48px; display: grid; gap: 24px; }
.sum { align-self: start; }
.sum h2 { margin: 0; font-size: 16px; font-weight: 500; color: var(--soft); }
.total { margin: 2px 0 12px; font-size: 36px; line-height: 1.15; font-weight: 650; font-variant-numeric: tabular-nums; }
.back { display: inline-flex; align-items: center; min-height: 44px; margin-bottom: 8px; }
.card .until { margin: 16px 0 0; color: var(--soft); font-size: 15px; }
summary { display: flex; align-items: center; min-height: 44px; cursor: pointer; color: var(--accent); }
summary::after { content: '▸'; margin-left: 8px; }
details[open] summary::after { content: '▾'; }
.lines { list-style: none; margin: 4px 0 0; padding: 0; }
.lines li { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 10px 0;
  border-top: 1px solid var(--line); }
.lines span:first-child { overflow-wrap: anywhere; }
.lines .price { font-variant-numeric: tabular-nums; white-space: nowrap; }
.lines small { grid-column: 1 / -1; color: var(--soft); font-size: 14px; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 20px 16px;
  align-self: start; }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.25; }
.card p { margin: 0 0 16px; }
.card form > .hint { margin-top: -4px; }
.methods { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin: 0 0 20px; padding: 0;
  list-style: none; }
.methods a { display: flex; align-items: center; justify-content: center; min-height: 52px; padding: 4px 6px;
  border: 1px solid var(--field); border-radius: 8px; color: var(--ink); text-decoration: none; text-align: center;
  line-height: 1.2; }
.methods a[aria-current] { border: 2px solid var(--accent); background: #edf2fd; color: var(--accent-dark);
  font-weight: 600; }
label, legend { display: block; margin: 0 0 4px; padding: 0; font-weight: 600; }
.hint { color: var(--soft); font-size: 15px; }
input:not([type='radio']) { width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--field);
  border-radius: 8px; background: #fff; color: var(--ink); font: inherit; }
input[aria-invalid] { border: 2px solid var(--bad); }
#blik { font-size: 26px; letter-spacing: .3em; font-variant-numeric: tabular-nums; text-align: center; }
.field { margin-bottom: 16px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
.card .wrong { margin: 6px 0 0; color: var(--bad); font-size: 15px; }
.notice { margin: 0 0 20px; padding: 12px 16px; border-left: 4px solid var(--bad); border-radius: 6px;
  background: var(--bad-back); color: var(--bad); }
main.wide { grid-column: 1 / -1; }
.payments { list-style: none; margin: 0; padding: 0; }
.payments a { display: grid; grid-template-columns: 1fr auto; gap: 0 16px; padding: 12px 4px;
  border-top: 1px solid var(--line); color: inherit; text-decoration: none; }
.payments a:hover { background: #edf2fd; }
.payments strong { font-variant-numeric: tabular-nums; }
.payments small { grid-column: 1 / -1; color: var(--soft); font-size: 14px; overflow-wrap: anywhere; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
.banks label { display: flex; align-items: center; gap: 12px; min-height: 48px; margin: 0;
  border-top: 1px solid var(--line); font-weight: 400; }
.banks input { width: 20px; height: 20px; accent-color: var(--accent); }
button, .button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px;
  padding: 8px 16px; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: #fff;
  font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-dark); }
button.quiet { background: #fff; color: var(--accent-dark); }
button.quiet:hover { background: #edf2fd; }
.bank { margin-top: 20px; padding: 16px; border: 1px solid var(--bank-line); border-radius: 12px;
  background: var(--bank); }
.bank h2 { margin: 0 0 4px; font-size: 17px; }
.choices { display: grid; gap: 10px; margin-top: 12px; }
.waiting { display: flex; gap: 12px; align-items: flex-start; }
.waiting::before { content: ''; flex: none; width: 22px; height: 22px; margin-top: 2px; border: 3px solid var(--line);
  border-top-color: var(--accent); border-radius: 50%; animation: turn 1s linear infinite; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .waiting::before { animation: none; } }
@media (min-width: 860px) {
  .frame { grid-template-columns: 5fr 6fr; gap: 56px; padding-top: 48px; }
  .card { padding: 32px; }
  .total { font-size: 44px; }
}
`

import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'

export type Markup = ReturnType<typeof html>

/** Policy of the pages: one style sheet, frames and forms of the sandbox, no script. */
const POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export const setPagePolicy: MiddlewareHandler = async (c, next) => {
  c.header('Content-Security-Policy', POLICY)
  await next()
}

export const STYLE = `
:root { color-scheme: light; --night: #171310; --oud: #5a3a22; --line: #d9cbb2; }
* { box-sizing: border-box; }
body { margin: 0; background: #f7f2e8; color: var(--night); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 860px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font: 500 28px/1.2 Georgia, 'Times New Roman', serif; margin: 0 0 4px; overflow-wrap: anywhere; }
a { color: var(--oud); }
a:focus-visible, button:focus-visible { outline: 3px solid #9c7430; outline-offset: 2px; }
.lead, .meta { color: var(--oud); margin: 0 0 20px; overflow-wrap: anywhere; }
.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 20px; }
.bar a, button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px;
  border: 1px solid var(--line); border-radius: 6px; background: #fffdf8; color: var(--night); font: inherit;
  text-decoration: none; cursor: pointer; }
.bar form, .bar form button { width: 100%; text-align: left; padding-block: 8px; }
input, select { min-height: 44px; padding: 0 12px; border: 1px solid var(--oud); border-radius: 6px; background: #fff;
  font: inherit; }
.bar a[aria-current] { background: var(--night); color: #f7f2e8; border-color: var(--night); }
.pages { margin-top: 20px; }
ul { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
li a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 14px 4px;
  border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover { background: #efe6d6; }
li strong { font-weight: 600; }
li time { color: var(--oud); font-size: 14px; white-space: nowrap; }
li .to { color: var(--oud); font-size: 14px; grid-column: 1 / -1; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 16px; margin: 12px 0 20px; }
dt { color: var(--oud); } dd { margin: 0; overflow-wrap: anywhere; }
iframe, pre { width: 100%; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
iframe.telefon { max-width: 390px; }
iframe { height: 75vh; min-height: 420px; display: block; }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace;
  }
`

export function page(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="pl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/_mailbox/style.css">
</head>
<body><main>${body}</main></body>
</html>`
}

/** The attribute that marks the chosen link. */
export function markCurrent(isCurrent: boolean): Markup | string {
  return isCurrent ? html`aria-current="page"` : ''
}

const when = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Warsaw' })

export function formatMoment(moment: string | number): string {
  return when.format(new Date(moment))
}

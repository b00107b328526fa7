import { Links, Outlet, Scripts } from 'react-router'

export default function Root() {
  return (
    <html lang="pl">
      <head>
        <meta charSet="utf-8" />
        <link rel="icon" href="data:," />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}

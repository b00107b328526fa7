// npm start: installs and builds what is missing or stale, then runs the shop. Runs on the machine's own Node, so this
// first file uses nothing that an old one could not read.
const oldest = 20
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(`This shop needs Node ${oldest} or newer to start; this is Node ${process.versions.node}.`)
  process.exit(1)
}
import('./start-shop.mjs').then(({ startShop }) => startShop())

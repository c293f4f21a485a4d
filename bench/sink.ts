import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks that answers and keeps nothing, in a process of its own. Tells its parent where it is. */
const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bench`))
process.once('disconnect', () => process.exit())

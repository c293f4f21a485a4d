import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A receiver of webhooks that answers, counts and keeps nothing, in a process of its own. Tells its parent where it is, and how many it heard when it is asked. */
let heard = 0
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    heard += 1
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bench`))
process.on('message', () => process.send!(heard))
process.once('disconnect', () => process.exit())

export interface Ports {
  proxy: number
  account: number
  container: number
  object: number
  memcached: number
}

interface SwiftLocation {
  directory: string
  devices: string
  ports: Ports
  user: string
  secret: string
}

/**
 * The minimal configuration of Swift as an S3 store: one server of each kind, signatures on, background daemons off. The
 * hash of its paths comes from the package's own swift.conf.
 */
export function configurations(place: SwiftLocation): Record<string, string> {
  return {
    'account-server.conf': storage('account', place),
    'container-server.conf': storage('container', place),
    'object-server.conf': storage('object', place),
    'proxy-server.conf': proxy(place),
  }
}

function storage(kind: 'account' | 'container' | 'object', { directory, devices, ports, user }: SwiftLocation): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[kind]}
user = ${user}
swift_dir = ${directory}
devices = ${devices}
mount_check = false
workers = 1
log_level = ERROR

[pipeline:main]
pipeline = ${kind}-server

[app:${kind}-server]
use = egg:swift#${kind}
`
}

function proxy({ directory, ports, user, secret }: SwiftLocation): string {
  return `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports.proxy}
user = ${user}
swift_dir = ${directory}
workers = 2
log_level = ERROR

[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck proxy-logging cache listing_formats s3api tempauth bulk slo dlo versioned_writes copy proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 30

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${ports.memcached}

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false

[filter:tempauth]
use = egg:swift#tempauth
user_gateway_storage = ${secret} .admin

${[
  'catch_errors',
  'gatekeeper',
  'healthcheck',
  'proxy_logging',
  'listing_formats',
  'bulk',
  'slo',
  'dlo',
  'versioned_writes',
  'copy',
]
  .map((name) => `[filter:${name.replace('proxy_logging', 'proxy-logging')}]\nuse = egg:swift#${name}\n`)
  .join('\n')}`
}

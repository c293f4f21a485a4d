/**
 * The tables that a cluster cuts by `user_id`. They are what grows with every request: all rows of one user are on one node, and so is
 * everything that a trigger on one of them asks for. Each line is cut in one transaction, for what refers to another goes with it.
 */
export const cutTogether = [
  ['events'],
  ['replay_claims'],
  ['crossborder_clients', 'crossborder_accounts'],
  ['crossborder_account_coordinates'],
  ['crossborder_earlier_values'],
  ['client_activity_heads'],
  ['client_activity'],
  ['files'],
  ['storage_use'],
  ['billet_decodes'],
] as const

export const distributedTables: readonly string[] = cutTogether.flat()

/** Why every other table stays whole where the gateway connects. A test holds these two against the schema. */
export const stayingTables: Record<string, readonly string[]> = {
  'says who may call, and is asked before anybody knows which user it is': [
    'users',
    'products',
    'product_users',
    'wallets',
    'scope_versions',
    'request_leases',
    'api_keys',
    'api_key_rehashes',
    'own_api_keys',
  ],
  'lets there be one of something whoever registered it, and becomes users of its own': [
    'user_accounts',
    'onboardings',
    'shareholders',
    'legal_representatives',
    'onboarding_documents',
    'onboarding_steps',
    'bc_protege_answers',
    'onboarding_activity',
    'livenesses',
    'liveness_videos',
    'liveness_parts',
  ],
  'is a queue over all users, from which a worker takes the next': [
    'webhook_endpoints',
    'webhook_deliveries',
    'webhook_schedule',
    'webhook_networks',
  ],
  'comes from a ledger or from DICT for many users in one statement': [
    'transactions',
    'transaction_keys',
    'pix_payments',
    'infraction_notifications',
    'fund_recovery_requests',
    'refund_requests',
    'unclaimed_infraction_reports',
    'unclaimed_refunds',
    'fraud_markers',
    'dict_cursors',
    'dict_event_readers',
    'case_documents',
  ],
  'is what people of the institution do and see, about all users': [
    'journal',
    'journal_head',
    'journal_records',
    'journal_anchors',
    'proposals',
    'case_assignments',
    'case_changes',
    'case_passages',
    'case_days',
    'case_views',
    'desk_sessions',
  ],
  'is written for many users in one statement, after their answers have left': ['request_log'],
  'is about the schema and its keys, and of no user': [
    'migrations',
    'month_partitioned_tables',
    'covered_tables',
    'kept_tables',
    'ring_keys',
    'kept_keys',
  ],
}

/**
 * What a session is told when it connects does not reach the other nodes, so the database says it there. The planner's are those of
 * `pool.ts`; the rest lets a scope travel with its transaction, and a trigger ask for rows beside its own.
 */
export const nodeSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  jit: 'off',
  enable_sort: 'off',
  enable_seqscan: 'off',
  // Whoever waits for a node, or is waited for there, is given up as on one server; the last a little after the coordinator did.
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  'citus.propagate_set_commands': 'local',
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
}

#!/usr/bin/env bash
# From a terminal, with only the eclusa command: recovers money that was sent, and onboards a person.
#
# Needs a test installation: ECLUSA_URL and ECLUSA_TOKEN (or eclusa login), a program that receives webhooks at HOOK, and
# a video of a face in FILM. apps/gateway/test/e2e/cli.test.ts runs it against the sandbox.
set -euo pipefail
folder=$(mktemp -d)
say() { printf '\n# %s\n' "$*"; }

# Waits until the gateway has sent this event of a record, and prints it.
told() { eclusa events tail --object "$1" --type "$2" --since 1h --count 1 2> "$folder/remarks"; }

say 'Everything that happens from now on is told to a program on this machine, signed as a webhook is.'
: > "$folder/webhooks"
eclusa webhooks listen --forward-to "$HOOK" > "$folder/webhooks" &
listening=$!
trap 'kill -INT "$listening" && wait "$listening"; rm -r "$folder"' EXIT
until grep -q whsec_ "$folder/webhooks"; do sleep 0.1; done
cat "$folder/webhooks"

say 'A payment of ours arrives at another bank. It was fraud, and the money is asked back.'
payment=$(eclusa simulate payment-arrives --amount 100000 --direction SENT --pick record_id)
recovery=$(eclusa call createFundRecoveryRequest --transaction_id "$payment" \
  --reason FRAUD --fraud_reason UNAUTHORIZED --description 'Nobody here sent this.' --pick id)
told "$recovery" pix.fund_recovery_request.analysis_requested

say 'The banks that had it agree, and what they have left of it is asked for.'
eclusa simulate institution-analyses --fund_recovery_request_id "$recovery" --analysis_result AGREED --pick detail
told "$recovery" pix.fund_recovery_request.refund_requested

say 'They pay it back: an event is made to happen by what leads to it.'
eclusa webhooks trigger pix.fund_recovery_request.completed_approved --fund_recovery_request_id "$recovery"
eclusa call getFundRecoveryRequest --id "$recovery" --pick status

say 'A person is registered, is filmed, sends papers, and is checked.'
for paper in selfie front back; do
  printf '\xff\xd8\xff\xe0%s\x00\x10JFIF\x00\xff\xd9' "$paper $RANDOM" > "$folder/$paper.jpg"
done
account=$(eclusa call createUserAccount --person_type NATURAL_PERSON --name Luiza --full_name 'Luiza de Souza' \
  --document 52998224725 --email luiza@pessoa.example --mother_name 'Rosa de Souza' --birth_date 1991-04-21 --active \
  --pick id)
onboarding=$(eclusa call createOnboarding --user_account_id "$account" \
  --address.zip_code 50030230 --address.street 'Rua da Aurora' --address.number 295 --address.city Recife \
  --address.federative_unit PE --address.country Brasil --nationality brasileira --pep false --accepted_terms --pick id)
eclusa call uploadLivenessVideo --id "$onboarding" --video "$FILM" --liveness_provider 'Example Verify' \
  --liveness_provider_transaction_id "tx-$RANDOM" --captured_at "$(date -u +%Y-%m-%dT%H:%M:%S.000Z)" --pick id
eclusa call uploadOnboardingDocuments --id "$onboarding" --document_file_type rg \
  --selfie "$folder/selfie.jpg" --document_front "$folder/front.jpg" --document_back "$folder/back.jpg" --pick status
told "$onboarding" users.onboarding.finished
eclusa call getUserAccount --id "$account" --pick target_user_id
eclusa call getOnboarding --id "$onboarding" --pick status

package model

// enAct are verbs that one is told to do again. Reading verbs are left out: to
// read again is no repetition of a change.
const enAct = `try|call|run|send|submit|invoke|execute|post|push|create|order|pay|book|start|issue|perform|attempt|do|make|deploy|upload|publish|apply|save|write|update|delete|remove|add|insert|request|repeat|resend|rerun|launch|trigger|announce|buy|transfer|sync|commit|install|use|vote|set|change|proceed|ask`

// enDone are participles of changing verbs.
const enDone = `created|saved|stored|written|updated|modified|changed|edited|applied|deleted|removed|sent|posted|published|deployed|added|inserted|appended|committed|booked|ordered|placed|paid|charged|transferred|uploaded|submitted|scheduled|started|launched|triggered|queued|enqueued|registered|recorded|filed|moved|renamed|copied|merged|reopened|assigned|granted|revoked|restarted|enabled|disabled|installed|uninstalled|provisioned|detached|attached|pinned|printed|accepted|delivered|pushed|executed|performed|made|issued|announced|imported|replaced|overwritten|marked|archived|restored|reserved|invited|purchased|bought|persisted|dropped|purged|cleared|reset|notified|emailed|mailed|approved|tagged|labelled|labeled|scaled|patched|cleaned|dispatched|refunded|debited|credited|bumped|incremented|touched|altered`

var english = phrases{
	retry: `
		retry
		retrying
		retries|retried (is|are|may|might|will|should|can) (help|succeed|work|safe|be)
		retryable
		re try
		try|trying|tried (it|this|that|the) (call|request|operation|tool) again
		` + enAct + ` again
		` + enAct + ` _ again
		` + enAct + ` _ _ again
		` + enAct + ` _ _ _ again
		be called|run|sent|made|used|invoked|executed|submitted|issued|repeated again
		may|can|could|should|must|be repeated
		repeat the|this|that|your|it
		please repeat
		^ repeat _
		then repeat
		` + enAct + ` .. once more
		once more $
		` + enAct + ` .. one more time
		` + enAct + ` .. a second time
		another attempt
		another try
		try|attempt|call|run .. later
		try|run .. in a|an|one|few|several|some|%d|1|2|5|10|30|60 (few) second*|minute*|moment*|hour*
		try|retry after
		resend
		re send
		resubmit
		rerun
		re run
		reissue
		reattempt
		transient
		temporary|temporarily .. retr*`,
	noRetry: `
		failed|unable|unsuccessful to retry|rerun|resend|repeat|resubmit|restart|redo
		error retrying|rerunning|resending|repeating|restarting
		could|can not retry|rerun|resend|repeat|resubmit|restart
		not|never|cannot|can't|won't|don't|doesn't|shouldn't|mustn't retry*
		not|never|don't|cannot|can't|won't|shouldn't|mustn't .. again
		not|never|don't|cannot|can't|shouldn't|mustn't be (blindly) retried|repeated|called|run|sent
		not|never|don't|shouldn't|mustn't (simply) (just) (blindly) (automatically) repeat|retry|resend|rerun|resubmit|try|attempt
		no retry|retries
		no point .. retry*
		retry|retrying|retries|repeating|repeat is|are|was|were|will not|never|unsafe|dangerous|useless|pointless|disabled
		retry|retrying|retries (will|would|does|do|is|are|can|may|cannot) not|won't|can't|cannot|unlikely|duplicate*
		retry|retrying may|might|could|would|will|can duplicate|repeat|create|send|charge
		not (be) safe to retry|repeat
		unsafe to retry|repeat
		without retry*
		avoid retry*|repeating
		retry|retries|retrying exhausted|exceeded|failed|limit|count|policy|budget|attempts|loop
		retries (were|are|have) (been) exhausted
		max|maximum|after|all|of|number|exhausted (%d) retries|retry|attempts
		gave|giving up after
		before .. retry*|repeating|again
		reading|listing|looking|searching|checking|fetching|viewing .. again|repeat*|retried|later
		read|list|look|search|check|fetch|view|see|sign|log _ again
		read|list|look|search|check|fetch|view|sign|log again
		sign|log in again
		if .. you .. again|retry .. twice`,
	check: `
		before|prior .. again
		before|prior .. retry*|repeat*|another|resend*|rerun*|trying|continuing|changing|doing|calling|any (further) (other) (call|change|attempt)
		before anything
		outcome .. unknown|uncertain|unclear|undetermined|indeterminate
		result|status|state|effect .. is unknown|uncertain|unclear
		unknown|unclear|uncertain|unsure whether|if|outcome|state
		not known whether|if
		don't know whether|if
		whether .. unknown|uncertain|unclear
		check|see|verify|confirm|find|look|inspect|determine|ensure .. whether
		check|verify|confirm .. did|was|were|has|have|had not|been|already|go|get|take
		check|verify|confirm|read|list|look|inspect|fetch|query|search|get|review|compare .. first
		first (please) check|verify|read|list|look|inspect|query|search|get|review|compare|confirm|fetch|find
		check|verify|inspect|read|look|review|confirm .. current|actual|its|the|present state
		read .. state|status
		read|list|look|check|inspect|find|compare .. before
		same .. key|id|token|version|request_id|idempotency_key|reference|nonce
		idempotency key|token
		idempotent
		with .. version
		takes|accepts|accepted|charged|applied|sent (it) (only) once|twice
		not|never|cannot be .. twice
		at most once
		will not|never be duplicated|repeated
		deduplicat*
		resume|continue|restart|start|proceed at|from|with|after|where
		resume
		from|at page|item|line|offset|step|position|index|cursor|record|row|number %d (on) (onwards)
		only|just (retry) .. failed|missing|remaining|rest (ones) (items)
		retry only
		the remaining|failed|missing ones|items|entries|files|steps`,
	noChange: `
		nothing (was|were|has|had|is|got) (been|yet) ` + enDone + `|run|cancelled|canceled|stopped|closed|opened
		nothing .. was|were|has|have (been) ` + enDone + `
		nothing has left|gone|happened|changed
		nothing changed|happened
		nothing was|is|got done|lost|affected
		no changes|change|edits|edit|modifications|updates|files|file|records|record|rows|row|data|writes|message|messages|mail|email|order|payment|request|resources|resource|objects|items|action|actions|effect|side (effects) .. ` + enDone + `|affected|took|occurred
		no _ (was|were|has|have) (been) ` + enDone + `
		no _ _ (was|were|has|have) been ` + enDone + `
		no changes|edits|modifications|effects|effect
		without changes|changing|modifying|saving|sending|writing|creating|applying
		was|were|is|are|been not (yet) (been) ` + enDone + `|cancelled|canceled|closed|opened|stopped
		has|have|had not (yet) been ` + enDone + `
		^ not (yet) ` + enDone + `
		not (yet) ` + enDone + ` $
		not been|yet ` + enDone + `
		never (been) ` + enDone + `
		was|were|wasn't|weren't|isn't|hasn't|haven't (not) (been) un(changed)
		unchanged
		untouched
		unmodified
		unaffected
		intact
		rolled|roll|rolling|rolls (the) (changes) (transaction) (it) back
		rollback (was) succe*|complete*|done
		reverted
		undone
		aborted .. change*|without
		left|remains|remain|stays as it|they was|were
		still|remains|remain in .. original|previous|old (state)
		changes|change were|was discarded|undone|reverted`,
	change: `
		was|were|is|are|been|has|have|had|got|already|successfully|now|also|it|they|then (been|already|now|also|successfully|both|all) ` + enDone + `|cancelled|canceled|stopped|closed|opened|counted|logged
		^ (successfully) ` + enDone + `
		%d|%s (_) ` + enDone + `
		^ _ ` + enDone + `
		^ (_) (_) (_) (_) ` + enDone + ` $
		` + enDone + ` but|however|and|though|although|before|successfully
		may|might|could have
		may|might|could be .. ` + enDone + `
		may|might|could (now|already|still) be in|on|out|there|partly|partially|half
		may|might|could already
		may|might|could (or) (not) (now) exist
		possibly|perhaps|maybe|probably|likely|already|partly|partially
		partial
		half written|done|way|finished|applied
		outcome .. unknown|uncertain|unclear|indeterminate
		result|status|state|effect .. unknown|uncertain|unclear
		unknown|unclear|uncertain|unsure whether|if
		not known whether|if
		don't know whether|if
		whether .. unknown|uncertain|unclear
		whether .. ` + enDone + `|exists|there|went|arrived|ran
		not|n't (be) confirmed
		unconfirmed
		took effect|place
		has|have|had run|taken|gone|happened|succeeded|landed
		went through|out
		succeeded
		is|are (now|already|still) in|on|at the|a|its|your|this _ (branch|list|queue|store|database|collection|disk|place)
		is|are now|already on|in|out|open|active|there|gone|visible
		is|are (now) live|online|running|detached|queued|gone|open
		exists
		%d of %d .. are|were|is|was
		on (its|the) way
		completed|finished successfully
		successfully
		before .. again|another|anything
		some .. were|was|are|have|may|succeeded
		change|changes took|stands|stand|remain|remains|persist
		clean up|remove|delete|undo|roll|revert (back) (the) (newly) created|new|uploaded|written|copied`,
	unchanged: `
		not|never (be|been|yet|have|get) cancelled|canceled|stopped|closed|opened|counted|logged
		not|never|n't|cannot|can't (be|been|yet|have|get) ` + enDone + `
		not|never|n't (been|be) successfully
		nothing|none (was|were|has|had|is|got) (been|yet) ` + enDone + `
		nothing .. was|were|has|have (been) ` + enDone + `
		no _ (was|were|has|have|had|could) (been|be) ` + enDone + `
		no _ _ (was|were|has|have|had|could) (been|be) ` + enDone + `
		neither .. ` + enDone + `
		failed|unable|unsuccessfully|trying|attempting|want*|needs|need|must|should|has|have|can|cannot|will|would|to be ` + enDone + `
		can|must|should|will|would|could|cannot be ` + enDone + `
		when|while|until|unless|if|once|after|before|for|without .. ` + enDone + `
		error|failed|failure|unable|cannot|invalid .. the|a|an|this|that|your|newly|recently ` + enDone + `
		the|a|an|this|that|your|its|each|every|any|newly|recently ` + enDone + ` _
		when|error|failed|failure|problem (while) .. successfully
		not successfully
		already exists
		exists
		not (yet) exist
		does|do|did not .. ` + enDone,
	vague: `
		a an the this that it its your our of to in on at by for with while when during from as and or be been was were is are has have had
		please try again later retry soon moment shortly once more sorry oops apologies we us i
		error errors failed failure fail fails failing internal unexpected unknown unspecified generic general fatal occurred occur happened
		encountered something went wrong problem issue issues exception fault broken
		operation operations request requests call calls action actions tool tools command task execution executing execute processing process
		processed performing perform performed completing complete completed handling handle handled running run finished finish
		could couldn't cannot can't can not unable did didn't unsuccessful successful successfully success
		server server-side service system backend upstream remote api application app function handler client side response result results data
		fetch fetching get getting retrieve retrieving load loading information info invocation aborted crashed
		here there now then so some any`,
	failure: `
		error*
		fail
		fails
		failed
		failing
		failure*
		not found
		no such
		couldn't|cannot|can't
		could|can not
		unable
		invalid
		illegal
		denied
		forbidden
		unauthorized
		unauthorised
		rejected
		refused
		missing
		required
		must be|not|have|name|start|contain
		unknown
		unsupported
		not supported|allowed|permitted|available|valid|authorized|implemented|configured|enabled|accessible|reachable|ready|exist|possible
		does|do|did not|n't exist|match|work|answer|respond|succeed|complete|finish
		doesn't|don't|didn't exist|match|work|answer|respond|succeed|complete|finish
		unavailable
		unreachable
		timed out
		timeout
		time out
		exceeded
		expired
		aborted
		panic*
		crash*
		exception*
		problem
		wrong
		unexpected*
		malformed
		corrupt*
		broken
		no longer
		was|were|is|are not ` + enDone + `
		not authenticated|signed|logged`,
}

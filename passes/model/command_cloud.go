package model

import "strings"

// The clouds' command lines have thousands of sub-commands that are named by
// their verb: "aws ec2 terminate-instances", "az vm delete", "gcloud compute
// instances create". The verb decides where no row does.

// cloudCLIs are programs of that kind.
var cloudCLIs = wordSet("aws az gcloud doctl oci ibmcloud linode-cli hcloud flyctl fly heroku vercel netlify wrangler firebase gsutil bq aliyun tccli openstack rabbitmqctl rabbitmqadmin kafka-topics azd eksctl aks databricks snow confluent temporal stripe supabase railway scw vultr-cli civo exo")

// CloudCommandOf judges a command line by the verb in its sub-command. Its
// answer is a guess of medium confidence.
func CloudCommandOf(argv []string) (Command, bool) {
	argv = unwrapCommand(argv)
	if len(argv) < 2 {
		return Command{}, false
	}
	prog := programName(argv[0])
	if !cloudCLIs[prog] {
		return Command{}, false
	}
	words, _ := commandWords(prog, argv[1:])
	for i, w := range words {
		if strings.ContainsAny(w, "/.:=% ") {
			break
		}
		// Groups come first and may look like verbs ("az monitor", "aws logs"):
		// the first word is one only if nothing follows.
		if i == 0 && len(words) > 1 {
			continue
		}
		if v, ok := VerbOf(w); ok {
			return Command{Prefix: prog + " " + strings.Join(words[:i+1], " "), None: v.None, Idempotent: v.Idempotent, Destructive: v.Destructive}, true
		}
	}
	return Command{}, false
}

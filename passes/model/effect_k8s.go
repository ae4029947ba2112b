package model

// Kubernetes clients. Create, Update, Delete, Get, List and Watch need no rows:
// their verbs say it. Rows are the exceptions.

const (
	k8sTyped = "k8s.io/client-go/kubernetes/typed"
	k8sAuthz = k8sTyped + "/authorization/v1"
	k8sCore  = k8sTyped + "/core/v1"
	k8sApps  = k8sTyped + "/apps/v1"
	ctrl     = "sigs.k8s.io/controller-runtime/pkg/client"
	helm     = "helm.sh/helm/v3/pkg/action"
)

var k8sEffects = concat(
	// A review is asked for by creating it; nothing is kept.
	reads("("+k8sAuthz+".SelfSubjectAccessReviewInterface).Create", "("+k8sAuthz+".SubjectAccessReviewInterface).Create",
		"("+k8sAuthz+".LocalSubjectAccessReviewInterface).Create", "("+k8sAuthz+".SelfSubjectRulesReviewInterface).Create",
		"("+k8sTyped+"/authentication/v1.TokenReviewInterface).Create", "("+k8sTyped+"/authentication/v1.SelfSubjectReviewInterface).Create"),
	// A merge or apply patch can be repeated; a JSON patch may not.
	does(Effect{Kind: APICall, Idempotent: true, Confidence: Medium}, everyType([]string{
		k8sCore + ".PodInterface", k8sCore + ".ServiceInterface", k8sCore + ".ConfigMapInterface", k8sCore + ".SecretInterface", k8sCore + ".NamespaceInterface", k8sCore + ".NodeInterface",
		k8sApps + ".DeploymentInterface", k8sApps + ".StatefulSetInterface", k8sApps + ".DaemonSetInterface", "k8s.io/client-go/dynamic.ResourceInterface",
	}, "Patch")...),
	does(Effect{Kind: APICall, Idempotent: true, Confidence: Medium}, "("+ctrl+".Writer).Patch", "("+ctrl+".SubResourceWriter).Patch"),
	does(Effect{Kind: APICall, Idempotent: true}, "(k8s.io/client-go/dynamic.ResourceInterface).Apply", "(k8s.io/client-go/dynamic.ResourceInterface).ApplyStatus",
		"("+k8sApps+".DeploymentInterface).UpdateScale", "("+k8sApps+".DeploymentInterface).ApplyScale"),
	does(Effect{Kind: APICall, Idempotent: true, Destructive: true}, "("+k8sCore+".PodExpansion).Evict", "("+k8sCore+".PodExpansion).EvictV1"),
	reads("("+k8sCore+".PodExpansion).GetLogs", "("+k8sCore+".PodExpansion).ProxyGet", "("+k8sCore+".ServiceExpansion).ProxyGet"),
	// A command in a container.
	does(Effect{Kind: Exec, Confidence: Medium}, "(k8s.io/client-go/tools/remotecommand.Executor).Stream", "(k8s.io/client-go/tools/remotecommand.Executor).StreamWithContext"),
	// A request whose verb was chosen earlier.
	does(Effect{Kind: APICall, Confidence: Low}, "(*k8s.io/client-go/rest.Request).Do", "(*k8s.io/client-go/rest.Request).DoRaw"),
	reads("(*k8s.io/client-go/rest.Request).Stream", "(*k8s.io/client-go/rest.Request).Watch",
		"(k8s.io/client-go/rest.Interface).Get", "(k8s.io/client-go/rest.Interface).Post", "(k8s.io/client-go/rest.Interface).Put", "(k8s.io/client-go/rest.Interface).Patch", "(k8s.io/client-go/rest.Interface).Delete"),
	// Informers and configuration change nothing.
	reads("k8s.io/client-go/tools/clientcmd.Load", "k8s.io/client-go/tools/clientcmd.BuildConfigFromFlags"),
	does(Effect{Kind: FileWrite, Idempotent: true, Destructive: true}, "k8s.io/client-go/tools/clientcmd.WriteToFile"),
	does(Effect{Kind: FileWrite, Idempotent: true}, "k8s.io/client-go/tools/clientcmd.ModifyConfig"),
	// Helm: an install is refused for a name in use, an upgrade makes a revision.
	does(Effect{Kind: APICall, Idempotent: true}, on("*"+helm+".Install", "Run", "RunWithContext")...),
	does(Effect{Kind: APICall}, on("*"+helm+".Upgrade", "Run", "RunWithContext")...),
	does(Effect{Kind: APICall, Idempotent: true, Destructive: true}, "(*"+helm+".Uninstall).Run", "(*"+helm+".Rollback).Run"),
	does(Effect{Kind: APICall}, "(*"+helm+".ReleaseTesting).Run"),
	does(Effect{Kind: FileWrite, Idempotent: true}, "(*"+helm+".Pull).Run", "(*"+helm+".Package).Run"),
	does(Effect{Kind: APICall, Idempotent: true}, "(*"+helm+".Push).Run"),
	reads("(*"+helm+".List).Run", "(*"+helm+".Get).Run", "(*"+helm+".GetValues).Run", "(*"+helm+".GetMetadata).Run", "(*"+helm+".Status).Run",
		"(*"+helm+".History).Run", "(*"+helm+".Show).Run", "(*"+helm+".Lint).Run", "(*"+helm+".Verify).Run"),
)

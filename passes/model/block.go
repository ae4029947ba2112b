package model

import "strings"

// blockTags are the Type values of content blocks in SDKs whose blocks are plain
// structs: nothing but the field says on the wire what a block is. The go-sdk's
// blocks write theirs themselves.
var blockTags = map[string]string{
	"TextContent": "text", "ImageContent": "image", "AudioContent": "audio",
	"EmbeddedResource": "resource", "ResourceLink": "resource_link",
}

// BlockTag returns what the Type of a content block (path and name of its type)
// has to be. ok is false for types that need none.
func BlockTag(typ string) (string, bool) {
	i := strings.LastIndexByte(typ, '.')
	if i < 0 {
		return "", false
	}
	switch pkg := typ[:i]; {
	case pkg == mcpGoM, pkg == trpcMCP:
	case strings.HasSuffix(pkg, "/mcp") && pkg != goMCP && strings.Contains(pkg, "mcp-go"): // a fork
	default:
		return "", false
	}
	tag, ok := blockTags[typ[i+1:]]
	return tag, ok
}
